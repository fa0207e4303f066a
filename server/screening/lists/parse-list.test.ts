import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { BITCOIN, EVM, OTHER_EVM, parseText, SOLANA, sdnAdvanced } from './parse-text.test-data'

const listed = async (text: string, options?: Parameters<typeof parseText>[1]) => {
  const { addresses, unreadable } = await parseText(text, options)
  return { addresses, unreadable }
}
const BOTH = { addresses: [EVM, SOLANA], unreadable: 0 }

describe('one address a line', () => {
  test('has comments and empty lines, and each address once', async () => {
    const text = `# of the authority, in May\n\n${EVM.toLowerCase()} # a, b; c\r\n${EVM}\n  ${SOLANA}  \n${BITCOIN}`
    expect(await listed(text)).toEqual({ ...BOTH, unreadable: 1 })
    expect(await listed(`\uFEFF${EVM}\n${SOLANA}`)).toEqual(BOTH)
    expect(await listed('')).toEqual({ addresses: [], unreadable: 0 })
  })

  test('a line of any length is one entry', async () => {
    const text = `${EVM}\n${'x'.repeat(300_000)}\n# ${'y'.repeat(300_000)}\n${SOLANA} #${'z'.repeat(5_000)}\n`
    expect(await listed(text)).toEqual({ ...BOTH, unreadable: 1 })
  })
})

describe('CSV', () => {
  test.each([
    ['commas', `address,chain,reason\n${EVM},ETH,theft\n${SOLANA},SOL,\n`],
    ['semicolons', `chain;reason;Address\r\nETH;a, b;${EVM}\r\nSOL;;${SOLANA}\r\n`],
    ['tabs', `reason\taddress\n-\t${EVM}\n-\t${SOLANA}`],
    ['quotes', `"reason","address"\n"a ""b"", c\nand more","${EVM}"\n"",${SOLANA}\n`],
    ['one column', `Address\n${EVM}\n${SOLANA}\n`],
    ['comments before the header', `# of the authority\n# more\n\naddress,reason\n${EVM},a\n${SOLANA},b\n`],
    ['a byte order mark', `\uFEFFaddress,reason\n${EVM},a\n${SOLANA},b\n`],
    ['empty rows', `address,reason\n${EVM},a\n\n,\n${SOLANA},b\n\n`],
  ])('with %s', async (_, text) => {
    for (const size of [1, 7, 65_536]) expect(await listed(text, { size })).toEqual(BOTH)
  })

  test('takes the column that is set, and no other', async () => {
    const text = `address,wallet of the party\n1 Main Street,${EVM}\n2 Main Street,${SOLANA}\n`
    expect(await listed(text, { column: 'Wallet of the party' })).toEqual(BOTH)
    expect(await listed(text)).toEqual({ addresses: [], unreadable: 2 })
  })

  test('a row without that column, or with another text in it, is an entry that is no address', async () => {
    const text = `reason,address\n${EVM}\na,${SOLANA}\nb,${BITCOIN}\nc,\nd,"${'x'.repeat(9_000)}"\n`
    expect(await listed(text)).toEqual({ addresses: [SOLANA], unreadable: 4 })
  })

  test.each([
    [
      'another header',
      `name,wallet\na,${EVM}\n`,
      /has no column address, which SCREENING_LIST_COLUMN sets: name, wallet$/,
    ],
    ['no header', `${EVM},ETH\n${SOLANA},SOL\n`, /has no column address/],
    ["the US Treasury's sdn.csv", '36,"AEROCARIBBEAN AIRLINES",-0- ,"CUBA"\n', /has no column address/],
    [
      'a quote that is never closed',
      `address,reason\n"${EVM},a\n${SOLANA},b\n`,
      /^a quote in its row 2 is never closed$/,
    ],
    ['text after a quote', `address,reason\n${SOLANA},b\n"${EVM}"x,a\n`, /^its row 3 has text after a closing quote$/],
  ])('with %s is refused', async (_, text, error) => {
    for (const size of [1, 65_536]) await expect(listed(text, { size })).rejects.toThrow(error)
  })
})

describe('the OFAC SDN (XML)', () => {
  const ENTRIES = [
    { ticker: 'XBT', address: BITCOIN },
    { ticker: 'ETH', address: EVM.toLowerCase() },
    { ticker: 'USDT', address: `\n  ${OTHER_EVM}\n` },
    // A ticker that nobody knew before, and one that names no chain.
    { ticker: 'NEW', address: SOLANA },
    { ticker: 'NEW', address: EVM },
  ]
  const WANTED = { addresses: [EVM, OTHER_EVM, SOLANA], unreadable: 1 }

  test('names the addresses of every ticker, and no other detail', async () => {
    for (const size of [1, 3, 64, 65_536]) expect(await listed(sdnAdvanced(ENTRIES), { size })).toEqual(WANTED)
    expect((await parseText(sdnAdvanced(ENTRIES))).format).toBe('SDN')
  })

  test('may have prefixes, comments, sections and quotes of either kind', async () => {
    const text = sdnAdvanced(ENTRIES)
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1sdn:')
      .replaceAll(
        '<sdn:Comment />',
        `<!-- <VersionDetail>${OTHER_EVM.replace('9', '1')}</VersionDetail> --><sdn:Comment />`,
      )
      .replaceAll(/FeatureTypeID="(\d+)"/g, "FeatureTypeID = '$1'")
      .replaceAll(BITCOIN, `<![CDATA[${BITCOIN}]]>`)
    for (const size of [1, 65_536]) expect(await listed(text, { size })).toEqual(WANTED)
  })

  test('has the shorter form too', async () => {
    const entry = (kind: string, value: string) =>
      `<id><uid>1</uid><idType>${kind}</idType><idNumber>${value}</idNumber></id>`
    const text = `<sdnList><sdnEntry><idList>${entry('Passport', SOLANA)}${entry('Digital Currency Address - ETH', EVM)}<id><idNumber>${OTHER_EVM}</idNumber></id></idList></sdnEntry></sdnList>`
    expect(await listed(text)).toEqual({ addresses: [EVM], unreadable: 0 })
  })

  test.each([
    ['that is cut off', sdnAdvanced(ENTRIES).slice(0, -20), /^it is XML that ends in the middle$/],
    ['that is cut off within a tag', sdnAdvanced(ENTRIES).slice(0, -2), /^it is XML that ends in the middle$/],
    [
      'with a document type',
      `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "${'c'.repeat(100)}">]><a>&b;</a>`,
      /document type$/,
    ],
    ['that is a page', '<!doctype html><html><body>Sign in</body></html>', /document type$/],
    ['with a tag without end', `<Sanctions a="${'x'.repeat(200_000)}`, /a tag of more than 64 KiB$/],
    ['with a comment without end', `<Sanctions><!-- ${'x'.repeat(200_000)}`, /a tag of more than 64 KiB$/],
    ['of too many levels', '<a>'.repeat(100_000), /too many levels$/],
    ['that closes what is not open', '<a></a></a>', /closes that is not open$/],
    ['with a nameless tag', '<a>< b></a>', /a tag has no name$/],
    ['of nothing but a comment', '<!-- -->', /ends in the middle$/],
  ])('%s is refused', async (_, text, error) => {
    await expect(listed(text)).rejects.toThrow(error)
  })

  test('an element of any length is one entry', async () => {
    const long = sdnAdvanced([...ENTRIES, { ticker: 'ETH', address: 'x'.repeat(500_000) }])
    expect(await listed(long)).toEqual({ ...WANTED, unreadable: 2 })
  })
})

describe('any format', () => {
  test.each([
    ['lines', (entries: string[]) => entries.join('\n')],
    ['CSV', (entries: string[]) => `a,address\n${entries.map((entry) => `x,${entry}`).join('\n')}`],
    ['JSON', (entries: string[]) => JSON.stringify(entries)],
    ['XML', (entries: string[]) => sdnAdvanced(entries.map((address) => ({ ticker: 'ETH', address })))],
  ])('has at most 200,000 entries: %s', async (_, toText) => {
    await expect(listed(toText(Array(200_001).fill('x')))).rejects.toThrow('it names more than 200000 addresses')
  })

  test.each([
    ['{"addresses":[]}', /^it is not a JSON list of addresses$/],
    ['[1]', /^it is not a JSON list of addresses$/],
    ['["0x', /^it is not JSON$/],
    [`[${'"x",'.repeat(5_000_000)}`, /^it is JSON of more than 16384 KiB$/],
  ])('JSON that is no list is refused', async (text, error) => {
    await expect(listed(text)).rejects.toThrow(error)
  })

  const entry = fc.oneof(
    fc.constantFrom(EVM, EVM.toLowerCase(), OTHER_EVM, SOLANA, BITCOIN),
    fc.string(),
    fc.string({ unit: 'binary' }),
  )
  const mark = fc.constantFrom(
    '\n',
    ',',
    ';',
    '\t',
    '"',
    '#',
    '<',
    '>',
    '</',
    '/>',
    '<!--',
    '-->',
    '<![CDATA[',
    '[',
    '{',
    '\uFEFF',
    '\0',
    'address',
  )

  test('of any text throws in words alone, names each address once, and does not depend on its pieces', async () => {
    const text = fc.array(fc.oneof(entry, mark), { maxLength: 40 }).map((parts) => parts.join(''))
    const resultOf = (source: string, size: number) => listed(source, { size }).catch((error: Error) => error.message)
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 20 }), async (source, size) => {
        const whole = await resultOf(source, 65_536)
        expect(await resultOf(source, size)).toEqual(whole)
        if (typeof whole === 'string') expect(whole).toMatch(/^(it|its row \d+|its first line|a quote) /)
        else expect(new Set(whole.addresses).size).toBe(whole.addresses.length)
      }),
      propertyRuns(300, 10_000),
    )
  })

  test('names what was written, whatever the format', async () => {
    const written = fc.uniqueArray(fc.constantFrom(EVM, OTHER_EVM, SOLANA), { minLength: 1 })
    const formats = [
      (all: string[]) => all.join('\r\n'),
      (all: string[]) => `"reason";"address"\n${all.map((one) => `"a;""\n";"${one}"`).join('\n')}`,
      (all: string[]) => JSON.stringify(all.map((address) => ({ address }))),
      (all: string[]) =>
        sdnAdvanced(
          all.map((address, at) => ({ ticker: `T${at}`, address })),
          5,
        ),
    ]
    await fc.assert(
      fc.asyncProperty(
        written,
        fc.constantFrom(...formats),
        fc.integer({ min: 1, max: 999 }),
        async (all, toText, size) => {
          expect(await listed(toText(all), { size })).toEqual({ addresses: all, unreadable: 0 })
        },
      ),
      propertyRuns(60, 1_000),
    )
  })
})
