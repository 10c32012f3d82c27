// The texts of the settings of templates and teams, in English.

export const settingsTexts = {
  settings: 'Settings',
  settingsIntro: 'Defaults for templates that do not set these themselves.',
  settingsSaved: 'The settings are saved.',
  templateSettingsIntro: 'These apply to all versions at once. What the source itself says comes first.',
  standards: 'Standards that PDFs keep',
  standardsNone: 'None',
  standardsSome: 'The following:',
  standardUa: 'PDF/UA-1: accessible to everybody',
  standardArchive: 'PDF/A: for archives',
  standardArchiveNone: 'Not for archives',
  standardsHint: 'A PDF that cannot keep a standard is not made: the error says where, and what to do.',
  unsaidTeam: 'No default',
  unsaidTemplate: 'As set for the team',
  tagged: 'Tags',
  taggedYes: 'With tags',
  taggedNo: 'Without tags',
  taggedHint: 'Tags tell screen readers what is a heading, a list or a table. Standards that need them bring them along.',
} as const

export type SettingsTexts = Readonly<Record<keyof typeof settingsTexts, string>>
