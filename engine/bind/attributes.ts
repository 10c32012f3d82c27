// Attributes after placeholders.
import type { Guard, TemplateAttribute, TemplateElement } from '../template/template.ts'
import type { Binding } from './binding.ts'
import { compileTextPath, type DataPath } from './data-path.ts'
import { compileExpression, compileTest, type Evaluate } from './evaluate.ts'
import { isSafeLink, isSafeSource } from './helpers/safety.ts'
import type { LexicalScope } from './lexical-scope.ts'
import type { DataScope } from './scope.ts'
import { compileText } from './text.ts'

export type BindAttributes = (scope: DataScope, binding: Binding) => ReadonlyMap<string, string>

/** HTML Standard, index of attributes: those whose presence is their value. */
const BOOLEAN = new Set([
  'checked',
  'compact',
  'default',
  'disabled',
  'hidden',
  'ismap',
  'multiple',
  'nohref',
  'noshade',
  'nowrap',
  'open',
  'readonly',
  'required',
  'reversed',
  'selected',
])

export function compileAttributes(element: TemplateElement, lexical: LexicalScope | undefined): BindAttributes {
  const compiled = element.attributes.map((attribute) => compileAttribute(element, attribute, lexical))
  if (element.attributes.every(({ value, guards }) => typeof value === 'string' && guards === undefined)) {
    const fixed = new Map<string, string>()
    for (const { name, value } of element.attributes) if (!fixed.has(name)) fixed.set(name, value as string) // all are: just checked
    return () => fixed
  }
  return (scope, binding) => {
    const attributes = new Map<string, string>()
    for (const { name, bind } of compiled) {
      if (attributes.has(name)) continue
      const value = bind(scope, binding)
      if (value !== undefined) attributes.set(name, value)
    }
    return attributes
  }
}

/** Where the values of dynamic attributes stand in the data; undefined without any. */
export function compileAttributePaths(
  element: TemplateElement,
  lexical: LexicalScope | undefined,
): ReadonlyMap<string, DataPath> | undefined {
  const paths = new Map<string, DataPath>()
  for (const { name, value } of element.attributes) {
    const path = compileTextPath(value, lexical)
    if (path !== undefined && !paths.has(name)) paths.set(name, path)
  }
  return paths.size === 0 ? undefined : paths
}

interface CompiledAttribute {
  readonly name: string
  /** Undefined when the attribute is absent. */
  bind(scope: DataScope, binding: Binding): string | undefined
}

function compileAttribute(element: TemplateElement, attribute: TemplateAttribute, lexical: LexicalScope | undefined): CompiledAttribute {
  const { name, value, guards } = attribute
  const bind = typeof value === 'string' ? () => value : compileValue(element, attribute, lexical)
  if (guards === undefined) return { name, bind }
  const holds = compileGuards(guards, lexical)
  return { name, bind: (scope, binding) => (holds(scope, binding) ? bind(scope, binding) : undefined) }
}

function compileGuards(guards: readonly Guard[], lexical: LexicalScope | undefined): (scope: DataScope, binding: Binding) => boolean {
  const tests = guards.map(({ test, isNegated }) => compileTest(test, isNegated, lexical))
  return (scope, binding) => tests.every((test) => test(scope, binding))
}

function compileValue(
  { tag }: TemplateElement,
  { name, value, at }: TemplateAttribute,
  lexical: LexicalScope | undefined,
): CompiledAttribute['bind'] {
  const [only] = typeof value === 'string' ? [] : value
  if (BOOLEAN.has(name) && only?.kind === 'value' && value.length === 1) {
    const evaluate: Evaluate = compileExpression(only.value, lexical)
    return (scope, binding) => (isPresent(evaluate(scope, binding)) ? '' : undefined)
  }
  const print = compileText(value, lexical)
  const path = compileTextPath(value, lexical)
  const isSafe =
    name === 'href' || name === 'xlink:href'
      ? tag === 'a' || tag === 'area'
        ? isSafeLink
        : isSafeSource
      : URLS.has(name)
        ? isSafeSource
        : undefined
  if (isSafe === undefined) return print
  return (scope, binding) => {
    const url = print(scope, binding)
    if (isSafe(url)) return url
    binding.enter(path, scope)
    binding.warn(
      'blocked-url',
      at,
      `${name}="${url.slice(0, 60)}" is left out`,
      isSafe === isSafeLink ? 'links may be http, https, mailto, tel or #' : 'use a data: image or the name of an asset',
    )
    return undefined
  }
}

const URLS = new Set(['src', 'background', 'poster', 'data'])

/** `checked="{{x}}"`: absent for false, no value, 0 and the words "false" and "0", which forms send. */
const isPresent = (value: unknown): boolean => Boolean(value) && value !== 'false' && value !== '0'
