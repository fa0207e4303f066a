import { describe, expect, test } from 'vitest'
import { readCsv } from '@/components/csv/read-csv'
import { readWalletFile } from './read-wallet-file'

const [ONE, TWO] = ['0x52908400098527886E0F7030069857D2E4169EE7', '0x8617E340B3D01FA5F11F306F4090FD50E238070D']

const ADMIN = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const read = (text: string, chainType: 'EVM' | 'SOLANA' = 'EVM') =>
  readWalletFile(text, { tokenAdmin: ADMIN, chainType })

const rowsOf = (text: string) => {
  const { rows, problem } = readCsv(text)
  expect(problem).toBeNull()
  return rows
}

describe('a CSV file', () => {
  test.each([
    ['a,b\n"x,1\ny,2\n', 'A quote in line 2 is never closed'],
    ['a,b\n"x"y,1\n', 'Line 2 has text after a closing quote'],
    ['"', 'A quote in line 1 is never closed'],
  ])('%j is refused whole', (text, problem) => {
    expect(readCsv(text)).toEqual({ rows: [], problem })
    expect(read(text)).toEqual({ lines: [], problem })
  })

  test('has quoted cells with commas, quotes and line ends, and any line ends between rows', () => {
    expect(rowsOf('a,b\r\n"x, ""y""\nz",2\r"",\n')).toEqual([
      ['a', 'b'],
      ['x, "y"\nz', '2'],
      ['', ''],
    ])
    expect(rowsOf('\uFEFFa,b')).toEqual([['a', 'b']])
  })

  test('may have semicolons or tabs between its cells, as its first line does', () => {
    expect(rowsOf('a;b\n"x;y";1,5')).toEqual([
      ['a', 'b'],
      ['x;y', '1,5'],
    ])
    expect(rowsOf('a\tb\n1\t2')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
    expect(rowsOf('a\n1;2')).toEqual([['a'], ['1;2']])
  })
})

describe('a file of wallets', () => {
  test('is read by the names of its columns, in any order; empty lines are nothing', () => {
    const { lines, problem } = read(`investorId,Address,country\nada,${ONE},NG\n\nben,${TWO},\n`)
    expect(problem).toBeNull()
    expect(lines).toEqual([
      { line: 2, address: ONE, investorId: 'ada', label: '', country: 'NG', column: null, problem: null },
      { line: 4, address: TWO, investorId: 'ben', label: '', country: '', column: null, problem: null },
    ])
  })

  test('says of each line what is wrong with it', () => {
    const lines = [
      `${ONE},ada,,NG`,
      `${ONE.toLowerCase()},ben,,`,
      `0x52908400098527886E0F7030069857D2E4169Ee7,eve,,`,
      `${TWO},,,`,
      ',ada,,',
      '0xabc,ada,,',
    ]
    const file = read(['address,investorId,label,country', ...lines].join('\n'))
    expect(file.lines.map(({ problem }) => problem)).toEqual([
      null,
      'The same address as in line 2',
      'Not an EVM address, or its checksum is wrong',
      'The investorId is missing',
      'The address is missing',
      'Not an EVM address, or its checksum is wrong',
    ])
    expect(file.lines.map(({ column }) => column)).toEqual([
      null,
      ...['address', 'address', 'investorId', 'address', 'address'],
    ])
    expect(read(`address,investorId\n${ADMIN},me`).lines[0]?.problem).toBe('The token admin needs no registration')
    const odd = [`address,investorId,label`, `${ONE},"a\nb",`, `${TWO},ben,a\u0007b`].join('\n')
    expect(read(odd).lines.map(({ problem }) => problem)).toEqual(
      Array(2).fill('Control characters, such as a line break'),
    )
    expect(read(`address,investorId,country\n${ONE},ada,Nigeria`).lines[0]?.problem).toBe(
      'The country must be two capital letters',
    )
  })

  test('says of a line that is wider than the first that its cells may be those of others', () => {
    const { lines } = read(`address,investorId,label,country\n${ONE},Ada, Lovelace,,NG\n${TWO},ben,,NG,\n`)
    expect(lines.map(({ problem }) => problem)).toEqual([expect.stringContaining('More cells than'), null])
  })

  test('takes the apostrophe off that an export put in front of an investor', () => {
    const { lines } = read(`address,investorId\n${ONE},'+2348012345678\n${TWO},'ada`)
    expect(lines.map(({ investorId }) => investorId)).toEqual(['+2348012345678', "'ada"])
  })

  test('has addresses of the family of the token alone', () => {
    const solana = 'FsJ3A3u2vn5cTVofAjvy6y5kwABJAqYWpe4975bi2epH'
    const text = `address,investorId\n${solana},ada\n${solana},ben\n${ONE},eve`
    expect(read(text, 'SOLANA').lines.map(({ problem }) => problem)).toEqual([
      null,
      'The same address as in line 2',
      'Not a Solana address',
    ])
    expect(read(text, 'EVM').lines.map(({ problem }) => problem)).toEqual([
      'Not an EVM address, or its checksum is wrong',
      'Not an EVM address, or its checksum is wrong',
      null,
    ])
  })

  test('is refused whole without its columns, without lines, and with too many', () => {
    expect(read('wallet,investor\n1,2').problem).toContain('address and investorId are missing')
    expect(read('address,investorId\n').problem).toBe('The file has no lines after the header')
    const many = Array.from({ length: 1_001 }, () => `${ONE},ada`).join('\n')
    expect(read(`address,investorId\n${many}`).problem).toContain('at most 1,000 lines')
  })
})
