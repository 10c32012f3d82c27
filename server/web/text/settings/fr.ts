// The texts of the settings of templates and teams, in French.
import type { SettingsTexts } from './en.ts'

export const settingsTexts: SettingsTexts = {
  settings: 'Paramètres',
  settingsIntro: 'Ils valent pour les PDF de tous les modèles qui ne disent rien eux-mêmes.',
  settingsSaved: 'Les paramètres sont enregistrés.',
  templateSettingsIntro: 'Ils valent aussitôt pour toutes les versions. Ce que dit la source passe avant.',
  standards: 'Normes que respectent les PDF',
  standardsNone: 'Aucune',
  standardsSome: 'Les suivantes :',
  standardUa: 'PDF/UA-1 : accessible à tous',
  standardArchive: 'PDF/A : pour les archives',
  standardArchiveNone: 'Pas pour les archives',
  standardsHint: 'Un PDF qui ne peut respecter une norme n’est pas créé : l’erreur dit où, et que faire.',
  unsaidTeam: 'Aucun réglage par défaut',
  unsaidTemplate: 'Comme l’équipe',
  tagged: 'Balises',
  taggedYes: 'Avec balises',
  taggedNo: 'Sans balises',
  taggedHint: 'Les balises disent aux lecteurs d’écran ce qui est titre, liste ou tableau. Les normes qui en ont besoin les apportent.',
}
