// The JSON bodies of the web application: small objects, checked by a schema.
import type { BodyLimits } from '../body.ts'
import type { AppLimits } from '../deps.ts'
import type { RouteExchange } from '../exchange.ts'
import { checkFields, compileSchema } from '../fields.ts'
import { readBody } from '../json-request.ts'

const MOST_BYTES = 64 * 1024

/** A body whose fields are texts: `required` ones, and `optional` ones that are empty when absent. */
export interface TextFields<Name extends string> {
  read(ctx: RouteExchange, limits: AppLimits): Promise<Readonly<Record<Name, string>>>
}

export function textFields<Required extends string, Optional extends string = never>(
  required: readonly Required[],
  optional: readonly Optional[] = [],
): TextFields<Required | Optional> {
  const names = [...required, ...optional]
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string', maxLength: 2000 }]))
  const check = compileSchema({ type: 'object', required, properties, additionalProperties: false })
  return {
    async read(ctx, limits) {
      const body: BodyLimits = { ...limits.body, bytes: Math.min(MOST_BYTES, limits.body.bytes) }
      const { bytes } = await readBody(ctx, { kind: 'object', fields: {} }, { ...limits, body })
      const fields: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'))
      checkFields(check, fields)
      // The schema admits texts alone.
      const given = fields as Partial<Record<Required | Optional, string>>
      return Object.fromEntries(names.map((name) => [name, given[name] ?? ''])) as Record<Required | Optional, string>
    },
  }
}
