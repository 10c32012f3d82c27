import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { BoundElement, BoundNode } from '../../engine/bind/bound.ts'
import { InputError } from '../../engine/diagnostic.ts'
import { bind, show } from '../support/binding.ts'

const binding = suite('bind')

binding('names, paths and literals print', () => {
  assert.is(show('{{a}} {{b.c}} {{d.1.e}} {{"x"}} {{[f g]}}', { a: 1, b: { c: 'two' }, d: [0, { e: true }], 'f g': 'h' }), '1 two true x h')
  assert.is(show('{{list.length}} {{text.length}}', { list: [1, 2], text: 'abc' }), '2 3')
})

binding('a bare name is a field, also when a helper has it', () => {
  assert.is(show('{{number}} {{date}} {{count}}', { number: 'N-1', date: 'today', count: 3 }), 'N-1 today 3')
})

binding('numbers print without float noise and exponents', () => {
  const print = (value: number): string => show('{{v}}', { v: value })
  assert.is(print(22.000000000000004), '22')
  assert.is(print(0.1 + 0.2), '0.3')
  assert.is(print(1e-7), '0.0000001')
  assert.is(print(1.5e-9), '0.0000000015')
  assert.is(print(123456789012346000000), '123456789012346000000')
  assert.is(print(Number.MAX_SAFE_INTEGER), '9007199254740991')
  assert.is(print(-0), '0')
  assert.is(print(1.2345678901234567e30), '1.23456789012346e+30')
  assert.is(print(Number.MAX_VALUE), '1.7976931348623157e+308')
})

binding('a whole number that has lost digits is reported where it is printed or counted with', () => {
  const { text, problems } = bind('{{v}} {{add w 1}} {{text}}', {
    v: Number('12345678901234567890'),
    w: Number('12345678901234567890'),
    text: '12345678901234567890',
  })
  assert.is(text, '12345678901234600000 12345678901234600000 12345678901234567890')
  const [what, hint] = ['12345678901234567000 has more digits than a number holds', '(send it as text, in quotes)']
  assert.equal(problems, [`1:3: ${what}, at v ${hint}`, `1:9: ${what}, at w ${hint}`])
})

binding('absent values print nothing, and each missing path is reported once', () => {
  const { text, problems } = bind('[{{a}}{{b}}{{c}}{{d.e}}{{a}}{{#each i}}{{f}}{{/each}}]', { b: null, c: '', i: [{}, {}] })
  assert.is(text, '[]')
  assert.equal(problems, [
    '1:4: no value for {{a}}',
    '1:19: no value for {{d.e}}',
    '1:42: no value for {{f}}, at i[0].f',
    '1:42: no value for {{f}}, at i[1].f',
  ])
})

binding('lists of scalars print, objects do not', () => {
  assert.is(show('{{a}}', { a: ['x', 2, null] }), 'x, 2, ')
  const { text, problems } = bind('<p>{{a}}', { a: { b: 1 } })
  assert.is(text, '<p></p>')
  assert.equal(problems, ['1:6: an object cannot be printed, at a (name one of its fields, or repeat over it)'])
})

binding('rows repeat by attribute and by block', () => {
  const data = { items: [{ n: 'a' }, { n: 'b' }] }
  const rows = '<table><tbody><tr><td>a</td></tr><tr><td>b</td></tr></tbody></table>'
  assert.is(show('<table><tr data-repeat="items"><td>{{n}}</td></tr></table>', data), rows)
  assert.is(show('<table>{{#each items}}<tr><td>{{n}}</td></tr>{{/each}}</table>', data), rows)
  assert.is(show('<table>{{#items}}<tr><td>{{n}}</td></tr>{{/items}}</table>', data), rows)
})

binding('names are looked up in the row, then outwards', () => {
  const data = {
    cur: 'EUR',
    n: 'outer',
    items: [
      { n: 'a', parts: [{ p: 1 }] },
      { n: null, parts: [{ p: 2 }] },
    ],
  }
  assert.is(show('{{#each items}}{{#each parts}}{{p}}{{n}}{{cur}};{{/each}}{{/each}}', data), '1aEUR;2EUR;')
  assert.is(show('{{#each items}}{{this.cur}}{{../n}};{{/each}}', { ...data, items: [{ cur: 1 }] }), '1outer;')
  assert.is(show('{{#each items}}{{#each parts}}{{../../n}}{{@root.cur}}{{/each}}{{/each}}', data), 'outerEURouterEUR')
})

binding('../ beyond the root is the root', () => {
  assert.is(show('{{../../a}}', { a: 1 }), '1')
})

binding('index, key, first and last belong to the nearest repeat', () => {
  assert.is(show('{{#each a}}{{@index}}{{@key}}{{@first}}{{@last}} {{/each}}', { a: [5, 6] }), '00truefalse 11falsetrue ')
  assert.is(show('{{#each a}}{{#each this}}{{@../index}}{{@index}} {{/each}}{{/each}}', { a: [[1], [1, 2]] }), '00 10 11 ')
  assert.is(show('{{#each a}}{{#with this}}{{@index}}{{/with}}{{/each}}', { a: [{ b: 1 }, { b: 1 }] }), '01')
})

binding('objects repeat field by field', () => {
  assert.is(show('{{#each a}}{{@key}}={{this}}{{#unless @last}}, {{/unless}}{{/each}}', { a: { x: 1, y: 2 } }), 'x=1, y=2')
})

binding('any iterable repeats, and can be iterated again', () => {
  assert.is(show('{{#each a}}{{this}}{{#if @last}}.{{/if}}{{/each}}', { a: new Set([1, 2, 3]) }), '123.')
  function* numbers(): Generator<number> {
    yield* [1, 2]
  }
  const again = { [Symbol.iterator]: numbers }
  const { document } = bind('<ul><li data-repeat="a">{{this}}</ul>', { a: again })
  const list = find(document.root, 'ul')
  assert.is([...list.children].length, 2)
  assert.is([...list.children].length, 2)
})

binding('block parameters', () => {
  assert.is(
    show('{{#each a as |x i|}}{{#each x.b as |y|}}{{i}}{{x.n}}{{y}} {{/each}}{{/each}}', { a: [{ n: 'p', b: [1, 2] }] }),
    '0p1 0p2 ',
  )
  assert.is(show('{{#each a as |v k|}}{{k}}{{v}}{{/each}}', { a: { x: 1 } }), 'x1')
  assert.is(show('{{#with a.b as |c|}}{{c.d}}{{/with}}', { a: { b: { d: 1 } } }), '1')
})

binding('conditions as Handlebars has them', () => {
  const test = (value: unknown): string => show('{{#if v}}y{{else}}n{{/if}}', { v: value })
  assert.is([0, '', null, undefined, false, [], NaN].map(test).join(''), 'nnnnnnn')
  assert.is([1, 'x', true, [0], {}, '0', 'false'].map(test).join(''), 'yyyyyyy')
  assert.is(show('{{#if v includeZero=true}}y{{/if}}', { v: 0 }), 'y')
  assert.is(show('{{#if a}}1{{else if b}}2{{else unless c}}3{{else}}4{{/if}}', { c: true }), '4')
  assert.is(show('{{#unless a}}1{{else}}2{{/unless}}{{^a}}3{{/a}}{{#gt b 1}}4{{else}}5{{/gt}}', { b: 2 }), '134')
})

binding('a section repeats, enters or shows, by the kind of its value', () => {
  const section = (value: unknown): string => show('{{#v}}<b>{{x}}{{y}}</b>{{else}}none{{/v}}', { v: value, x: 'o', y: 'u' })
  assert.is(section([{ x: 1 }, { x: 2 }]), '<b>1u</b><b>2u</b>')
  assert.is(section({ x: 1 }), '<b>1u</b>')
  assert.is(section(true), '<b>ou</b>')
  assert.is(section('text'), '<b>ou</b>')
  assert.is(section([]), 'none')
  assert.is(section(undefined), 'none')
  assert.is(show('{{#v}}{{this}}{{/v}}', { v: 'text' }), 'text')
})

binding('with enters a value, or shows its else branch', () => {
  assert.is(show('{{#with a}}{{b}}{{../c}}{{else}}none{{/with}}', { a: { b: 1 }, c: 2 }), '12')
  assert.is(show('{{#with a}}{{b}}{{else}}none{{/with}}'), 'none')
})

binding('data-repeat, data-if and data-unless', () => {
  const data = { items: [{ n: 1, ok: true }, { n: 2 }, { n: 3, ok: true, no: 1 }] }
  assert.is(show('<i data-if="ok" data-unless="no" data-repeat="items">{{n}}</i>', data), '<i>1</i>')
  assert.is(show('<i data-if="gt (count items) 2">x</i><i data-unless="items">y</i>', data), '<i>x</i>')
  assert.is(show('<i data-repeat="items as |it|">{{it.n}}</i>', data), '<i>1</i><i>2</i><i>3</i>')
})

binding('an empty or missing list shows the else branch, and a missing one is reported', () => {
  assert.is(show('{{#each a}}x{{else}}none{{/each}}', {}), 'none')
  assert.is(show('{{#each a}}x{{/each}}.', { a: [] }), '.')
  assert.equal(bind('{{#each a}}x{{/each}}').problems, ['1:9: no value for {{a}}'])
  assert.equal(bind('{{#each a}}x{{/each}}', { a: 'text' }).problems, [
    '1:9: {{a}} is not a list: "text" (a repeat wants a list, such as [{"name": "…"}])',
  ])
})

binding('attributes take placeholders and blocks', () => {
  assert.is(
    show('<p class="a {{b}}{{#if c}} c{{/if}}" title="{{#each d}}{{this}};{{/each}}">', { b: 'x', c: 1, d: [1, 2] }),
    '<p class="a xc" title="1;2;"></p>'.replace('xc', 'x c'),
  )
})

binding('attributes under conditions', () => {
  assert.is(show('<p {{#if a}}class="x"{{else}}class="y"{{/if}} id="i">', { a: 1 }), '<p class="x" id="i"></p>')
  assert.is(show('<p {{#if a}}class="x"{{else}}class="y"{{/if}} id="i">'), '<p class="y" id="i"></p>')
  assert.is(show('<p {{#if a}}class="x"{{/if}} class="z">', { a: 1 }), '<p class="x"></p>')
})

binding('a boolean attribute is absent when its value is false or missing', () => {
  const option = (value: unknown): string => show('<input type="checkbox" checked="{{v}}">', { v: value })
  assert.is(option(true), '<input type="checkbox" checked=""></input>')
  assert.is([false, undefined, null, 0, '', 'false', '0'].map(option).join(''), '<input type="checkbox"></input>'.repeat(7))
})

binding('the title, the language and style properties are bound', () => {
  const { document } = bind('<html lang="{{l}}"><title> No.\n {{n}} </title><style>a{color:{{c}};content:"{{n}}"}</style>', {
    l: 'fr',
    n: '7"',
    c: 'red',
  })
  assert.is(document.title, 'No. 7"')
  assert.is(document.language, 'fr')
  assert.equal(
    [...document.properties],
    [
      ['--platen-0', 'red'],
      ['--platen-1', '"7\\22 "'],
    ],
  )
})

binding('custom helpers take precedence and are called with values', () => {
  const helpers = {
    shout: (args: readonly unknown[]) => `${String(args[0])}!`,
    upper: () => 'mine',
    place: (_: readonly unknown[], { named, locale }: { named: Readonly<Record<string, unknown>>; locale: string }) =>
      `${named['x']} ${locale}`,
    bold: ([text]: readonly unknown[]) => ({ html: `<b onclick="x">${text}</b><script>y</script>` }),
    list: () => [1, 2],
  }
  assert.is(
    show(
      '{{shout a}} {{upper a}} {{place x=b}} {{bold a}}{{#each (list)}}{{this}}{{/each}} {{shout}}',
      { a: 'hi', b: 1, shout: 's' },
      { helpers },
    ),
    'hi! mine 1 en-US <b>hi</b>12 s',
  )
  assert.is(show('<p title="{{shout (upper a)}}">', { a: 'hi' }, { helpers }), '<p title="mine!"></p>')
})

function find(node: BoundNode, tag: string): BoundElement {
  const found = search(node, tag)
  if (found === undefined) throw new Error(`no <${tag}>`)
  return found
}

function search(node: BoundNode, tag: string): BoundElement | undefined {
  if (node.kind === 'text') return undefined
  if (node.tag === tag) return node
  for (const child of node.children) {
    const found = search(child, tag)
    if (found !== undefined) return found
  }
  return undefined
}

binding('rows are bound while they are iterated, and share their static parts', () => {
  let made = 0
  const items = {
    *[Symbol.iterator]() {
      for (; made < 1000; ) yield { n: ++made }
    },
  }
  const { document } = bind('<p>static <b>part</b></p><ul><li data-repeat="items"><i>s</i>{{n}}</li></ul>', { items })
  const list = find(document.root, 'ul')
  assert.is(list.isStreamed, true)
  made = 0
  const rows = list.children[Symbol.iterator]()
  const first = rows.next().value as BoundElement
  const second = rows.next().value as BoundElement
  assert.is(made, 3) // one ahead, to know the last
  assert.is([...first.children][0], [...second.children][0])
  assert.is(first.node, second.node)
  assert.is(find(document.root, 'p').node.isStatic, true)
  assert.is(first.children, first.children)
})

binding('static parts are shared by all documents of a template', () => {
  const html = '<p class="x">static</p>{{a}}'
  const { document, template } = bind(html)
  const again = bind(html)
  assert.is.not(find(document.root, 'p'), find(again.document.root, 'p'))
  assert.is(find(document.root, 'p'), find(document.root, 'p'))
  assert.is(template.root.isStatic, false)
})

binding('adjacent texts are joined', () => {
  const { document } = bind('<p>a{{#if x}}b{{/if}}{{y}}c{{#each z}}{{this}}{{/each}}</p>', { x: 1, y: 2, z: [3, 4] })
  assert.equal(
    [...find(document.root, 'p').children].map((node) => node.kind === 'text' && node.text),
    ['ab2c34'],
  )
})

/** The code of the limit that is breached by binding a template and walking over it. */
function breach(html: string, data: unknown, limits: object): string | undefined {
  try {
    bind(html, data, { limits })
  } catch (thrown) {
    if (thrown instanceof InputError) return thrown.diagnostics[0]?.code
    throw thrown
  }
  return undefined
}

binding('rows and steps have budgets', () => {
  const a = Array.from({ length: 50 }, () => 1)
  assert.is(breach('{{#each a}}x{{/each}}', { a }, { rows: 50 }), undefined)
  assert.is(breach('{{#each a}}x{{/each}}', { a }, { rows: 49 }), 'limit-rows')
  assert.is(breach('{{#each a}}{{#each ../a}}x{{/each}}{{/each}}', { a }, { rows: 1000 }), 'limit-rows')
  assert.is(breach('<p title="{{#each a}}{{this}}{{/each}}">', { a }, { steps: 40 }), 'limit-steps')
  const endless = {
    *[Symbol.iterator]() {
      for (;;) yield 1
    },
  }
  assert.is(breach('{{#each a}}x{{/each}}', { a: endless }, { rows: 1000 }), 'limit-rows')
  assert.is(breach('{{sum a}}', { a: endless }, { steps: 1000 }), 'limit-steps')
  assert.is(breach('{{count a}}', { a: endless }, { steps: 1000 }), 'limit-steps')
})

binding('remaining items are counted from the current item of each repeat, nested lists included', () => {
  const data = { groups: [{ items: [1, 2] }, { items: [3] }, { items: [] }, { items: [4, 5, 6] }, {}], calls: [1, 2, 3] }
  const counts = (body: string): readonly string[] => {
    const { document } = bind(`<table><tbody>${body}</tbody></table>`, data)
    const found: string[] = []
    const before = document.items().bound
    const visit = (node: BoundNode): void => {
      if (node.kind !== 'element') return
      const { bound, remaining } = document.items()
      if (node.tag === 'tr') found.push(`${bound - before}+${remaining}`)
      for (const child of node.children) visit(child)
    }
    visit(document.root)
    return found
  }
  const row = '<tr><td>{{this}}</td></tr>'
  assert.equal(counts(`{{#each groups}}${row}{{/each}}`), ['1+4', '2+3', '3+2', '4+1', '5+0'])
  // 5 groups and 6 items, in the order 1, (1 2), 2, (3), 3, 4, (4 5 6), 5
  const nested = ['2+9', '3+8', '5+6', '8+3', '9+2', '10+1']
  assert.equal(counts(`{{#each groups}}{{#each items}}${row}{{/each}}{{/each}}`), nested)
  assert.equal(counts(`{{#each groups}}{{#if items}}{{#each items}}${row}{{/each}}{{/if}}{{/each}}`), nested)
  assert.equal(counts('{{#each calls}}<tr></tr>{{/each}}{{#each calls}}<tr></tr>{{/each}}'), ['1+2', '2+1', '3+0', '4+2', '5+1', '6+0'])
})

binding('a repeat of texts alone becomes one text, conditions and nested repeats included', () => {
  const data = {
    rows: [
      { a: 1, list: ['x', 'y'] },
      { a: 0, list: [] },
      { a: 3, list: ['z'] },
    ],
    none: [],
  }
  const body =
    '{{#each rows}}{{#if a}}{{a}}:{{else}}-{{/if}}{{#each list}}{{this}},{{else}}none{{/each}};{{/each}}{{#each none}}x{{else}}end{{/each}}'
  assert.is(bind(`<p>${body}</p>`, data).text, '<p>1:x,y,;-none;3:z,;end</p>')
  assert.is(bind(`<p>a ${body} b <b>${body}</b></p>`, data).text, '<p>a 1:x,y,;-none;3:z,;end b <b>1:x,y,;-none;3:z,;end</b></p>')
  assert.is(bind('<p>{{#each none}}{{this}}{{/each}}</p>', data).text, '<p></p>')
})

binding('a text that exceeds the node limit stops the binding', () => {
  const rows = Array.from({ length: 10_000 }, () => 'sixteen letters ')
  let bound = 0
  const data = {
    rows: {
      *[Symbol.iterator]() {
        for (const row of rows) {
          bound++
          yield row
        }
      },
    },
  }
  assert.is(breach('<p>{{#each rows}}{{this}}{{/each}}</p>', data, { nodes: 100 }), 'limit-nodes')
  // 101 × 32 characters, and one item read ahead
  assert.is(bound, (101 * 32) / 16 + 1)
})

binding('lists beyond the lookup limit are assumed to be of average length', () => {
  const groups = Array.from({ length: 50_000 }, () => [1, 2])
  const { document } = bind('<ul>{{#each groups}}{{#each this}}<li>{{this}}</li>{{/each}}{{/each}}</ul>', { groups })
  const [first] = [...document.root.children].flatMap(function visit(node: BoundNode): string[] {
    if (node.kind !== 'element') return []
    for (const child of node.children) {
      if (child.kind === 'element' && child.tag === 'li') return [String(document.items().remaining)]
      const found = visit(child)
      if (found.length > 0) return found
    }
    return []
  })
  // The second item of the first group, the 49,999 other groups, and two items in each of them.
  assert.is(first, String(1 + 49_999 * 3))
})

binding('released children are bound again, the same as before', () => {
  const { document } = bind('<table><tr><td>{{a}}</td><td>b</td></tr></table>', { a: 1 })
  const [row] = elements(document.root, 'tr')
  const text = (): string =>
    elements(row!, 'td')
      .flatMap(({ children }) => [...children].map((node) => node.kind === 'text' && node.text))
      .join(' ')
  const before = row!.children
  assert.is(row!.children, before)
  assert.is(text(), '1 b')
  row!.release?.()
  assert.is.not(row!.children, before)
  assert.is(text(), '1 b')
})

/** Elements of a tag below another. */
function elements({ children }: BoundElement, tag: string): BoundElement[] {
  return [...children].flatMap((node) => (node.kind === 'text' ? [] : node.tag === tag ? [node] : elements(node, tag)))
}

binding.run()
