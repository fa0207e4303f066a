import { expect, test } from 'vitest'
import { isOfSuites, readSource, sourcesIn } from './testing/sources'

/** Names that hold an amount as a decimal string. */
const NAME = String.raw`\w[\w.?]*(?<=[Uu]sd|[Nn]gn|\bamount|[a-z]Amount|amountLeft|amountPerToken|totalSupply)`
/** An amount in a template, or as a child of an element. */
const RAW = new RegExp(String.raw`(?<=\$|[\s>}])\{${NAME}\}`, 'g')

function rawAmountsIn(source: string): string[] {
  return [...source.matchAll(RAW)].map(([found]) => found)
}

test('pages show no amount as the server sends it', () => {
  const pages = ['app', 'components']
    .flatMap(sourcesIn)
    .filter((file) => !isOfSuites(file) && !file.startsWith('app/v1'))
  expect(pages.length).toBeGreaterThan(400)
  expect(pages.flatMap((file) => rawAmountsIn(readSource(file)).map((found) => `${file}: ${found}`))).toEqual([])
})

test('a raw amount is found', () => {
  expect(rawAmountsIn('`$${totals.inUsd} in`')).toEqual(['{totals.inUsd}'])
  expect(rawAmountsIn('<p>Up to {amount} today</p>')).toEqual(['{amount}'])
  expect(rawAmountsIn('<Amount value={amount} /> {displayUsd(feeUsd)}')).toEqual([])
})
