import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { PX } from '../../engine/geometry.ts'
import { styleHtml } from './document.ts'

const cascade = suite('cascade')

const RED = { red: 1, green: 0, blue: 0, alpha: 1 }
const BLUE = { red: 0, green: 0, blue: 1, alpha: 1 }
const GREEN = { red: 0, green: 128 / 255, blue: 0, alpha: 1 }

cascade('user-agent rules apply', () => {
  const page = styleHtml('<h1>a</h1><p>b<b>c</b></p>')
  assert.is(page.style('body').marginTop, 8 * PX)
  assert.is(page.style('h1').fontSize, 24) // 2 × 12
  assert.is(page.style('h1').marginTop, 24 * 0.67)
  assert.is(page.style('b').fontWeight, 700)
  assert.is(page.style('p').display, 'block')
  assert.equal(page.warnings, [])
})

cascade('specificity beats order, order breaks ties', () => {
  const page = styleHtml(`<style>#x { color: red } .y { color: blue } p { color: green } .z { color: blue } .z { color: green }</style>
    <p id=x class=y>a</p><i class=z>b</i>`)
  assert.equal(page.style('x').color, RED)
  assert.equal(page.style('i').color, GREEN)
})

cascade('importance reverses origins and layers', () => {
  const page = styleHtml(`<style>
    @layer base, top;
    @layer top { #a { color: red } #b { color: red !important } }
    @layer base { #a { color: blue } #b { color: blue !important } }
    #c { color: red !important }
    </style><p id=a></p><p id=b></p><p id=c style="color: blue"></p><p id=d style="color: blue !important"></p><style>#d { color: red !important }</style>`)
  assert.equal(page.style('a').color, RED)
  assert.equal(page.style('b').color, BLUE)
  assert.equal(page.style('c').color, RED)
  assert.equal(page.style('d').color, BLUE)
})

cascade.run()
