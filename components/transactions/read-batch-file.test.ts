import { expect, test } from 'vitest'
import type { ChainView } from '@/schemas/wallets/contract'
import { columnOf, readBatchAnswer, resultCsv } from './batch-result'
import { readBatchFile, totalsOf } from './read-batch-file'

const [ONE, TWO] = ['0x52908400098527886E0F7030069857D2E4169EE7', '0x8617E340B3D01FA5F11F306F4090FD50E238070D']
const CNGN = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const MINT = 'FsJ3A3u2vn5cTVofAjvy6y5kwABJAqYWpe4975bi2epH'
const evm = {
  ...{ chainId: 84_532, code: 'BASE', name: 'Base Sepolia', chainType: 'EVM', network: 'TESTNET' },
  ...{ nativeSymbol: 'ETH', nativeDecimals: 18, explorerUrl: '', gasPolicy: 'sponsored', isAvailable: true },
  tokens: [{ symbol: 'cNGN', address: CNGN, decimals: 6 }],
} satisfies ChainView
const CHAINS: readonly ChainView[] = [
  evm,
  {
    ...evm,
    chainId: 103,
    name: 'Solana Devnet',
    chainType: 'SOLANA',
    nativeSymbol: 'SOL',
    nativeDecimals: 9,
    tokens: [],
  },
  { ...evm, chainId: 1, name: 'Ethereum', isAvailable: false },
]
const HEAD = 'reference,from,to,amount,token,chain,memo'
const read = (...lines: string[]) => readBatchFile([HEAD, ...lines].join('\n'), CHAINS)

test('a line becomes a transfer of the API, by symbol, address or coin, by id or name of the chain', () => {
  const { lines, problem } = read(
    `a,${ONE},${TWO.toLowerCase()},1.50,cngn,base sepolia,rent`,
    `b,3,${TWO},2,,84532,`,
    `c,3,${MINT},0.5,${MINT},Solana Devnet,`,
  )
  expect(problem).toBeNull()
  expect(lines.map(({ transfer }) => transfer?.body)).toEqual([
    {
      ...{ reference: 'a', fromAddress: ONE, toAddress: TWO, amount: '1.50', chainType: 'EVM', chainId: 84_532 },
      ...{ cNGN: true, metadata: { memo: 'rent' } },
    },
    { reference: 'b', fromAddress: 3, toAddress: TWO, amount: '2', chainType: 'EVM', chainId: 84_532 },
    {
      ...{ reference: 'c', fromAddress: 3, toAddress: MINT, amount: '0.5', chainType: 'SOLANA', chainId: 103 },
      tokenAddress: MINT,
    },
  ])
})

test.each([
  [`,${ONE},${TWO},1,,84532,`, 'reference', 'The reference is missing'],
  [`${'x'.repeat(129)},${ONE},${TWO},1,,84532,`, 'reference', 'More than 128 characters'],
  [`a,,${TWO},1,,84532,`, 'from', 'The sending wallet is missing'],
  [`a,${MINT},${TWO},1,,84532,`, 'from', 'Not an EVM address'],
  [`a,${ONE},,1,,84532,`, 'to', 'The recipient is missing'],
  [
    `a,${ONE},0x52908400098527886E0F7030069857D2E4169Ee7,1,,84532,`,
    'to',
    'Not an EVM address, or its checksum is wrong',
  ],
  [`a,${ONE},${TWO},,,84532,`, 'amount', 'The amount is missing'],
  [`a,${ONE},${TWO},1.2E+15,,84532,`, 'amount', 'Enter an amount such as'],
  [`a,${ONE},${TWO},"1,5",,84532,`, 'amount', 'Enter an amount such as'],
  [`a,${ONE},${TWO},0,,84532,`, 'amount', 'greater than zero'],
  [`a,${ONE},${TWO},0.0000001,cNGN,84532,`, 'amount', 'more than 6 decimals'],
  [`a,${ONE},${TWO},1,DOGE,84532,`, 'token', 'No token of Base Sepolia'],
  [`a,${ONE},${TWO},1,,,`, 'chain', 'The chain is missing'],
  [`a,${ONE},${TWO},1,,1,`, 'chain', 'Not a chain that you can send on'],
  [`a,${ONE},${TWO},1,,84532,${'x'.repeat(501)}`, 'memo', 'More than 500 characters'],
])('%s has its refusal at its column', (line, column, problem) => {
  expect(read(line).lines).toMatchObject([
    { line: 2, column, problem: expect.stringContaining(problem), transfer: null },
  ])
})

test('a reference comes once in a file, and a payment that comes twice is pointed out', () => {
  const { lines } = read(`a,0,${TWO},1,,84532,`, '', `a,0,${TWO},2,,84532,`, `b,0,${TWO},1,,84532,`)
  expect(lines).toMatchObject([
    { line: 2, problem: null, warning: null },
    { line: 4, column: 'reference', problem: 'The same reference as in line 2' },
    { line: 5, problem: null, warning: 'The same recipient and amount as in line 2' },
  ])
})

test('an unknown column and a missing one refuse the whole file', () => {
  expect(readBatchFile(`${HEAD},colour\n`, CHAINS).problem).toContain('The column "colour" is unknown')
  expect(readBatchFile('from,to\n1,2', CHAINS).problem).toContain('reference, amount and chain are missing')
})

test('totals are exact, by token and chain, without the lines that are wrong', () => {
  const { lines } = read(
    `a,0,${TWO},0.1,,84532,`,
    `b,0,${ONE},0.2,,84532,`,
    `c,0,${ONE},7,cNGN,84532,`,
    `d,0,${ONE},x,,84532,`,
  )
  expect(totalsOf(lines)).toMatchObject([
    { symbol: 'ETH', chainName: 'Base Sepolia', count: 2, amount: '0.3' },
    { symbol: 'cNGN', count: 1, amount: '7' },
  ])
})

test('a file of results is read again as the file that it came from', () => {
  const file = read(`a,0,${TWO},0.1,,84532,"=1+1; @x"`, `'+23,0,${ONE},7,cNGN,84532,`)
  const outcomes = [
    { index: 0, status: 'ACCEPTED', transactionId: 't' },
    { index: 1, status: 'REFUSED', code: 'policy_limit', param: 'amount', message: '=Over the limit' },
  ]
  const result = readBatchAnswer(JSON.stringify({ data: { batchId: 'b', lines: outcomes } }), file.lines)
  if (!result) throw new Error('no result')
  const written = resultCsv(file.lines, result)
  expect(written).toContain('policy_limit,"\'=Over the limit"')
  const again = readBatchFile(written, CHAINS)
  expect(again.problem).toBeNull()
  expect(again.lines.map(({ transfer, line }) => [line, transfer])).toEqual(
    file.lines.map(({ transfer, line }) => [line, transfer]),
  )
  expect([...result.byLine.values()].map(columnOf)).toEqual([null, 'amount'])
})

test('an answer that is none, or of other lines, is no result', () => {
  const { lines } = read(`a,0,${TWO},0.1,,84532,`)
  for (const body of ['', '{}', JSON.stringify({ data: { batchId: 'b', lines: [] } })])
    expect(readBatchAnswer(body, lines)).toBeNull()
})
