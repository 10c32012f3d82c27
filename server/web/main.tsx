// The web application: starts in the browser, finds out who is signed in, and shows the screen of the address.
import { render } from 'preact'
import { App } from './app.tsx'
import { loadSession } from './state/session.ts'
import { loadLanguage } from './text/text.ts'
import './look/app.css'

await Promise.all([loadLanguage(), loadSession()])
const root = document.getElementById('app')
if (root !== null) render(<App />, root)
