#!/usr/bin/env node
import { createInterface } from 'node:readline/promises'
import { loadEngine } from './local-engine.ts'
import { run } from './program.ts'

async function readStandardInput(): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}

// A reader that closes the pipe early (`platen variables x.html | head -1`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  out: (what) => void process.stdout.write(what),
  err: (text) => void process.stderr.write(text),
  input: readStandardInput,
  isOutTerminal: process.stdout.isTTY === true,
  isErrTerminal: process.stderr.isTTY === true,
  ...(process.stdin.isTTY === true && process.stderr.isTTY === true ? { confirm } : {}),
  loadEngine,
})
