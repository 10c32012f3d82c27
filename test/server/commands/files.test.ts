import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fileResolver } from '../../../server/commands/files.ts'

const files = suite('files')

files('files are readable below the base folder and nowhere else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
  const put = (path: string): void => writeFileSync(join(folder, path), path)
  mkdirSync(join(folder, 'root/sub'), { recursive: true })
  mkdirSync(join(folder, 'rootless'))
  for (const path of ['root/a.txt', 'root/sub/b c.txt', 'secret.txt', 'rootless/x.txt']) put(path)
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'root/link.txt'))
  symlinkSync(join(folder, 'root/a.txt'), join(folder, 'root/sub/inner.txt'))
  symlinkSync(folder, join(folder, 'root/up'))
  const resolve = fileResolver(join(folder, 'root'), join(folder, 'root/sub'))
  const read = (url: string): string | undefined => {
    const bytes = resolve(url)
    return bytes && Buffer.from(bytes).toString()
  }
  assert.is(read('b%20c.txt?v=1#x'), 'root/sub/b c.txt')
  assert.is(read('../a.txt'), 'root/a.txt')
  assert.is(read('inner.txt'), 'root/a.txt')
  for (const url of [
    '../../secret.txt',
    '../link.txt',
    '../up/secret.txt',
    '../../rootless/x.txt',
    '%2e%2e/%2e%2e/secret.txt',
    '..\\..\\secret.txt',
  ])
    assert.is(read(url), undefined, url)
  for (const url of [
    join(folder, 'root/a.txt'),
    `file://${folder}/root/a.txt`,
    'http://localhost/a.txt',
    '//localhost/a.txt',
    'data:,x',
    '',
    '.',
    '../a.txt%00',
    'nope',
  ]) {
    assert.is(read(url), undefined, url)
  }
  rmSync(folder, { recursive: true })
})

files.run()
