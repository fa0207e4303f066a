import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { isJson, JsonCode } from './json-code'

const html = (code: string) => renderToStaticMarkup(<JsonCode code={code} />)
const textOf = (markup: string) => markup.replace(/<[^>]+>/g, '').replaceAll('&quot;', '"')

test('the text stays as it is, with its names and values told apart', () => {
  const code = JSON.stringify({ status: false, code: 'a "quoted" \\ text: 1', n: [-1.5e3, null] }, null, 2)
  expect(textOf(html(code))).toBe(code)
  expect(html('{"n": 1}')).toBe(
    '{<span class="text-accent-foreground">&quot;n&quot;</span>: <span class="text-warning-foreground">1</span>}',
  )
  expect(html('["true"]')).toContain('<span class="text-success-foreground">&quot;true&quot;</span>')
})

test('what is cut in the middle of a string keeps every character', () => {
  expect(textOf(html('{"message": "Insuffic'))).toBe('{"message": "Insuffic')
})

test('programs and very long texts are no JSON to colour', () => {
  expect(isJson(' [1]')).toBe(true)
  expect(isJson('curl -s https://example.com')).toBe(false)
  expect(isJson(`[${'1,'.repeat(20_000)}1]`)).toBe(false)
})
