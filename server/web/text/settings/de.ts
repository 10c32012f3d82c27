// The texts of the settings of templates and teams, in German.
import type { SettingsTexts } from './en.ts'

export const settingsTexts: SettingsTexts = {
  settings: 'Einstellungen',
  settingsIntro: 'Sie gelten für die PDFs aller Vorlagen, die selbst nichts sagen.',
  settingsSaved: 'Die Einstellungen sind gespeichert.',
  templateSettingsIntro: 'Sie gelten sofort für alle Versionen. Was die Quelle selbst sagt, geht vor.',
  standards: 'Normen, die PDFs einhalten',
  standardsNone: 'Keine',
  standardsSome: 'Folgende:',
  standardUa: 'PDF/UA-1: barrierefrei',
  standardArchive: 'PDF/A: für Archive',
  standardArchiveNone: 'Nicht für Archive',
  standardsHint: 'Ein PDF, das eine Norm nicht einhalten kann, entsteht nicht: Der Fehler sagt, wo, und was zu tun ist.',
  unsaidTeam: 'Keine Vorgabe',
  unsaidTemplate: 'Wie beim Team',
  tagged: 'Tags',
  taggedYes: 'Mit Tags',
  taggedNo: 'Ohne Tags',
  taggedHint: 'Tags sagen Vorleseprogrammen, was Überschrift, Liste oder Tabelle ist. Normen, die sie brauchen, bringen sie mit.',
}
