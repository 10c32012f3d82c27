// The texts of the settings of templates and teams, in Spanish.
import type { SettingsTexts } from './en.ts'

export const settingsTexts: SettingsTexts = {
  settings: 'Ajustes',
  settingsIntro: 'Valen para los PDF de todas las plantillas que no dicen nada por sí mismas.',
  settingsSaved: 'Los ajustes están guardados.',
  templateSettingsIntro: 'Valen enseguida para todas las versiones. Lo que dice el código fuente va primero.',
  standards: 'Normas que cumplen los PDF',
  standardsNone: 'Ninguna',
  standardsSome: 'Las siguientes:',
  standardUa: 'PDF/UA-1: accesible para todos',
  standardArchive: 'PDF/A: para archivos',
  standardArchiveNone: 'No para archivos',
  standardsHint: 'Un PDF que no puede cumplir una norma no se crea: el error dice dónde y qué hacer.',
  unsaidTeam: 'Sin valor predeterminado',
  unsaidTemplate: 'Como el equipo',
  tagged: 'Etiquetas',
  taggedYes: 'Con etiquetas',
  taggedNo: 'Sin etiquetas',
  taggedHint: 'Las etiquetas dicen a los lectores de pantalla qué es título, lista o tabla. Las normas que las necesitan las traen.',
}
