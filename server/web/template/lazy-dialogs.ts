// The dialogs over the screen of a template: nobody needs them for the first key.
import { lazyDialog } from '../parts/lazy.tsx'

export const Versions = lazyDialog(async () => (await import('./history/versions.tsx')).Versions)
export const UseIt = lazyDialog(async () => (await import('./use-it.tsx')).UseIt)
export const TemplateSettings = lazyDialog(async () => (await import('./settings.tsx')).TemplateSettings)
export const Conflict = lazyDialog(async () => (await import('./history/conflict.tsx')).Conflict)

/** Once the pages are shown: a connection that is lost later keeps no dialog from opening. */
export function preloadDialogs(): void {
  for (const { preload } of [Versions, UseIt, TemplateSettings, Conflict]) preload()
}
