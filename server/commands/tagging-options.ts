// What commands say of the claims and tags of a stored template, or of a team.
import { InputError } from '../../engine/index.ts'
import { checkedConformance, type TaggingChange } from '../tagging.ts'
import { BadUsage } from './command.ts'

export interface TaggingOptions {
  readonly conformance?: readonly string[]
  readonly tags?: string
}

/** `reset` is the word that takes back what was said. */
export function taggingChange({ conformance, tags }: TaggingOptions, reset = 'team'): TaggingChange {
  const text = conformance?.join(' ')
  return {
    conformance: text === undefined ? undefined : text === reset ? null : checked(text),
    tagged: tags === undefined ? undefined : tags === reset ? null : tags === 'yes',
  }
}

/** The same as the fields of a request. */
export function taggingFieldsOf(options: TaggingOptions): { readonly conformance?: string | null; readonly tagged?: boolean | null } {
  const { conformance, tagged } = taggingChange(options)
  return {
    ...(conformance === undefined ? {} : { conformance: conformance === null ? null : (options.conformance ?? []).join(' ') }),
    ...(tagged === undefined ? {} : { tagged }),
  }
}

function checked(text: string): readonly string[] {
  try {
    return checkedConformance(text)
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown
    throw new BadUsage(thrown.diagnostics.map(({ message, hint = '' }) => `${message}; ${hint}`).join('\n'))
  }
}
