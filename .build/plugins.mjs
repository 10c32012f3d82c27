// What the build changes in packages before they go into the bundle; of another version that says it otherwise, the build fails.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lateModules } from './late-modules.mjs'
import { userAgentTable } from './user-agent.mjs'

/** Of PDFKit's imports; the names that it takes from each. */
const UNUSED = { fontkit: ['create'], linebreak: ['default'], 'png-js': ['default'], '@noble/ciphers/aes': ['cbc', 'ecb'] }

/**
 * PDFKit goes in without what we have our own of. Text, line breaking, PNG and encryption of PDFKit are never used
 * (`engine/paint/pdf/pdf-canvas.ts` takes its container only), yet importing them takes longer than everything else together.
 */
const withoutUnused = {
  name: 'pdfkit without what is not used',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(fontkit|linebreak|png-js|@noble\/ciphers\/aes)$/ }, ({ path, importer }) =>
      importer.includes('/pdfkit/') ? { path, namespace: 'unused' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'unused' }, ({ path }) => ({
      contents: UNUSED[path]
        .map((name) => `export ${name === 'default' ? 'default' : `const ${name} =`} () => { throw new Error('${path} is not part of the bundle') }`)
        .join('\n'),
    }))
  },
}

/** Of the methods that draw, the constructor and `end` call these; adding all of them to the prototype takes longer than a document's container. */
const MIXED_IN = 'for (const name in methods) if (/^(init|end|_)/.test(name)) PDFDocument.prototype[name] = methods[name]'

/**
 * PDFKit hashes the time of day for the identifier of each document; ours is made of its bytes (`engine/paint/pdf/pdf-canvas.ts`).
 * The metrics of the fonts that readers have are in files of its own that no bundler finds, and no document of ours asks for one.
 */
const withoutIdentifiersAndMetrics = {
  name: 'pdfkit without identifiers and metrics',
  setup({ onLoad }) {
    onLoad({ filter: /pdfkit\/js\/pdfkit\.node\.mjs$/ }, ({ path }) => {
      const text = replaceOnce(readFileSync(path, 'utf8'), 'PDFSecurity.generateFileID(this.info)', 'new Uint8Array(16)')
      const drawn = replaceOnce(text, 'Object.assign(PDFDocument.prototype, methods)', MIXED_IN)
      const none = `(name) => { throw new Error(name + ' is not part of the bundle') }`
      return { contents: replaceOnce(drawn, 'createRequire(import.meta.url)', none) }
    })
  },
}

/**
 * Yoga starts by its first use: most documents have no flex container that wraps. Its own starter waits for WebAssembly that it fetches from a `data:` URL, for
 * which Node loads its HTTP client.
 */
const yogaWhenNeeded = {
  name: 'yoga when needed',
  setup({ onLoad }) {
    onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, ({ path }) => ({
      contents: replaceOnce(
        replaceOnce(
          readFileSync(path, 'utf8').replaceAll('typeof fetch', 'typeof undefined'),
          /var b=\w+\(a\.slice\(37\)\),c=new Uint8Array\(b\.length\);for\(a=0;a<b\.length;\+\+a\)c\[a\]=b\.charCodeAt\(a\);var d=c/,
          'var d=new Uint8Array(Buffer.from(a.slice(37),"base64"))',
        ),
        /\(function\(\)\{return w\|\|"function"!=typeof WebAssembly\.instantiateStreaming.*?\}\)\(\)\.catch\(ca\);return\{\}/,
        'b({instance:new WebAssembly.Instance(new WebAssembly.Module(wa()),d)});return{}',
      ),
    }))
    onLoad({ filter: /yoga-layout\/dist\/src\/load\.js$/ }, ({ path }) => ({
      contents: replaceOnce(
        readFileSync(path, 'utf8'),
        /export async function loadYoga\(\) \{\s+return wrapAssembly\(await loadYogaImpl\(\)\);\s+\}/,
        `function started() { const library = {}; loadYogaImpl(library); return wrapAssembly(library) }
        export async function loadYoga() {
          let yoga
          return { get Config() { return (yoga ??= started()).Config }, get Node() { return (yoga ??= started()).Node } }
        }`,
      ),
    }))
  },
}

/** The tables of HTML's named characters go in as they are after unpacking, which takes longer than all of parse5. */
const unpackedEntities = {
  name: 'unpacked entities',
  setup({ onLoad }) {
    onLoad({ filter: /entities\/dist\/decode\.js$/ }, async ({ path }) => {
      const { initDecodeData } = await import(join(dirname(path), 'internal/decode-data-format.js'))
      const { htmlDecodeData } = await import(join(dirname(path), 'generated/decode-data-html.js'))
      const fields = Object.entries(initDecodeData(htmlDecodeData)).map(([name, value]) => `${name}: ${literal(value)}`)
      return { contents: replaceOnce(readFileSync(path, 'utf8'), 'initDecodeData(htmlDecodeData)', `({ ${fields.join(', ')} })`) }
    })
  },
}

/** Printable ASCII that stands between white space, tags and references is one step of the tokenizer, not one a character. */
const runsOfCharacters = {
  name: 'runs of characters',
  setup({ onLoad }) {
    onLoad({ filter: /parse5\/dist\/tokenizer\/index\.js$/ }, ({ path }) => ({
      contents: replaceOnce(
        readFileSync(path, 'utf8'),
        /this\._extendRun\(cp\);\s+\}\s+(?=\/\/NOTE: used when we emit characters explicitly)/,
        `this._extendRun(cp);
        if (type !== TokenType.CHARACTER || (this.state !== State.DATA && this.state !== State.RAWTEXT)) return;
        const { preprocessor } = this;
        let end = this.runEnd;
        for (let c; (c = preprocessor.html.charCodeAt(end)) > 0x20 && c < 0x7f && c !== $.AMPERSAND && c !== $.LESS_THAN_SIGN; ) end++;
        preprocessor.pos = end - 1;
        this.runEnd = end;
        }
        `,
      ),
    }))
  },
}

/** HarfBuzz is started by `harfbuzz.mjs` when `engine/font/load.ts` needs it: documents of Latin text mostly do not. */
const harfBuzzWhenNeeded = {
  name: 'harfbuzz when needed',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/harfbuzz\.js$/ }, ({ importer }) =>
      importer.includes('/harfbuzzjs/') ? { path: fileURLToPath(new URL('../engine/bundle/harfbuzz.mjs', import.meta.url)) } : undefined,
    )
    onLoad({ filter: /harfbuzzjs\/dist\/index\.mjs$/ }, ({ path }) => ({
      contents: replaceOnce(
        readFileSync(path, 'utf8'),
        'init(await createHarfBuzz())',
        'export const start = () => { if (Module === undefined) init(createHarfBuzz()) }',
      ),
    }))
  },
}

export const PLUGINS = [withoutUnused, withoutIdentifiersAndMetrics, yogaWhenNeeded, unpackedEntities, runsOfCharacters, harfBuzzWhenNeeded, userAgentTable, lateModules]

export function replaceOnce(text, from, to) {
  const parts = text.split(from)
  if (parts.length !== 2) throw new Error(`${from} stands ${parts.length - 1} times in what is bundled`)
  return parts.join(to)
}

/** Typed arrays as base64, everything else as JSON. */
function literal(value) {
  if (!ArrayBuffer.isView(value)) return JSON.stringify(value)
  const text = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
  return `new ${value.constructor.name}(Uint8Array.from(Buffer.from('${text}', 'base64')).buffer)`
}
