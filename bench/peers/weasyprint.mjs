// WeasyPrint where it is installed, as one process a document: its start is part of what it takes.
import { spawnSync } from 'node:child_process'
import { pages } from './html.mjs'

export async function open() {
  if (spawnSync('weasyprint', ['--version']).status !== 0) throw new Error('Error: no WeasyPrint')
}

const print = async (html) => spawnSync('weasyprint', ['-', '-'], { input: html, maxBuffer: 1 << 28 }).stdout

export const documents = Object.fromEntries(Object.entries(pages).map(([kind, make]) => [kind, (data) => print(make(data))]))
