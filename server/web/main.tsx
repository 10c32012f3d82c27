// The web application: starts in the browser, finds out who is signed in, and shows the screen of the address.

import { render } from 'preact'
import { App } from './app.tsx'
import { refuseOtherDrops } from './parts/drop-zone.tsx'
import { Messages } from './parts/messages.tsx'
import { keepFocus } from './state/focus.ts'
import { loadModule } from './state/modules.ts'
import { loadSession } from './state/session.ts'
import { loadLanguage } from './text/text.ts'
import './look/app.css'
import './look/lists.css'
import './look/preview.css'
import './look/template.css'
import './look/usage.css'
import './look/rich.css'

// No await at the top: modules that are loaded later import from this one, and would wait for its end.
void start(document.getElementById('app'))

async function start(root: HTMLElement | null): Promise<void> {
  refuseOtherDrops()
  keepFocus()
  if (location.pathname === '/app/embed') {
    await loadLanguage()
    root?.replaceChildren()
    if (root !== null) render(<Messages />, root)
    await (await loadModule(() => import('./screens/embedded.tsx'))).startEmbedded(root)
    return
  }
  await Promise.all([loadLanguage(), loadSession()])
  // In the place of what the page says until then.
  root?.replaceChildren()
  if (root !== null) render(<App />, root)
}
