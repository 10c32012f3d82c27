// Chromium driven by nothing but its own protocol, over a pipe. Playwright adds scripts of its own to every frame, under which a frame of another site may never answer.
import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { CHROMIUM } from './page.ts'

const MS_TO_WAIT = 60_000

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly sessionId?: string; readonly targetInfo?: { readonly type: string } }
  readonly result?: object
  readonly error?: { readonly message: string }
}

export interface Tab {
  open(url: string): Promise<void>
  /** The value of an expression in the page, or in the frame in it. */
  evaluate(expression: string, place?: 'page' | 'frame'): Promise<unknown>
  until(expression: string, place?: 'page' | 'frame'): Promise<void>
  /** Clicks in the middle of an element of the frame. */
  clickInFrame(selector: string): Promise<void>
  /** Types where the focus is. */
  type(text: string): Promise<void>
  close(): Promise<void>
}

export async function openTab(): Promise<Tab> {
  const profile = mkdtempSync(join(tmpdir(), 'platen-chromium-'))
  const flags = [
    '--headless',
    '--no-sandbox',
    '--remote-debugging-pipe',
    '--window-size=1400,900',
    `--user-data-dir=${profile}`,
    '--lang=en',
  ]
  // In a process group of its own: its helper processes outlive it for a moment and write into the profile.
  const child = spawn(CHROMIUM, flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: true })
  const [input, output] = [child.stdio[3] as Writable, child.stdio[4] as Readable] // pipes, as just asked
  const answers = new Map<number, (message: Message) => void>()
  let frame: string | undefined
  let rest = ''
  let last = 0
  output.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\0')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const message = JSON.parse(part) as Message // as the protocol describes it
      if (message.id !== undefined) answers.get(message.id)?.(message)
      if (message.method === 'Target.attachedToTarget' && message.params?.targetInfo?.type === 'iframe') frame = message.params.sessionId
    }
  })
  const send = <Result = object>(method: string, params: object = {}, sessionId?: string): Promise<Result> =>
    new Promise((resolve, reject) => {
      const id = ++last
      answers.set(id, ({ error, result }) => {
        answers.delete(id)
        // The result that the protocol describes for the method.
        if (error === undefined) resolve(result as Result)
        else reject(new Error(`${method}: ${error.message}`))
      })
      input.write(`${JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}\0`)
    })
  const { targetId } = await send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
  const { sessionId: page } = await send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
  await send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }, page)
  const evaluate: Tab['evaluate'] = async (expression, place = 'page') => {
    const { result } = await send<{ result: { value?: unknown } }>(
      'Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true },
      place === 'page' ? page : frame,
    )
    return result.value
  }
  const until: Tab['until'] = async (expression, place = 'page') => {
    for (const end = Date.now() + MS_TO_WAIT; Date.now() < end; ) {
      if ((place === 'page' || frame !== undefined) && (await evaluate(expression, place).catch(() => false)) === true) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`never true in the ${place}: ${expression}; it shows ${await evaluate('document.body.innerText', place).catch(String)}`)
  }
  return {
    evaluate,
    until,
    open: async (url) => {
      frame = undefined
      await send('Page.navigate', { url }, page)
    },
    async clickInFrame(selector) {
      const MIDDLE = (of: string): string =>
        `(() => { const { x, y, width, height } = document.querySelector(${JSON.stringify(of)}).getBoundingClientRect(); return [x + width / 2, y + height / 2, x, y] })()`
      const inside = (await evaluate(MIDDLE(selector), 'frame')) as readonly number[]
      const around = (await evaluate(MIDDLE('iframe'))) as readonly number[]
      const [x, y] = [inside[0]! + around[2]!, inside[1]! + around[3]!]
      for (const type of ['mousePressed', 'mouseReleased'])
        await send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 }, page)
    },
    type: async (text) => {
      await send('Input.insertText', { text }, page)
    },
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    },
  }
}
