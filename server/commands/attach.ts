// Files of `--attach`.
import { basename } from 'node:path'
import type { Attachment } from '../../engine/index.ts'
import { type CommandContext, readInput } from './command.ts'

/** A file, with what it is to the document. */
interface GivenFile {
  readonly name: string
  readonly data: Uint8Array
  readonly relationship?: NonNullable<Attachment['relationship']>
}

export interface AttachOption {
  readonly attach?: readonly string[]
}

/** As options of a rendering; the engine says what cannot be attached. */
export async function attachmentsOf(
  { attach }: AttachOption,
  context: CommandContext,
): Promise<{ readonly attachments?: readonly GivenFile[] }> {
  if (attach === undefined) return {}
  const attachments: GivenFile[] = []
  for (const word of attach) {
    const [, path = word, relationship] = /^(.+)#([a-z]+)$/i.exec(word) ?? []
    // What is no relationship is refused with those that are.
    const named = relationship === undefined ? {} : { relationship: relationship as NonNullable<Attachment['relationship']> }
    attachments.push({ name: basename(path), data: await readInput(path, context), ...named })
  }
  return { attachments }
}
