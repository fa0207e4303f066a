import { parseList } from './parse-list'
import { EVM, sdnAdvanced } from './parse-text.test-data'

/** Lists of as many bytes as the first argument says, with one address at their end. */
const [megabytes = '1'] = process.argv.slice(2)
const PIECE = 65_536
const pieces = (Number(megabytes) * 1_024 * 1_024) / PIECE

async function* around(start: string, middle: string, end: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(start)
  const piece = Buffer.from(middle.repeat(Math.ceil(PIECE / middle.length)))
  for (let at = 0; at < pieces; at += 1) yield piece
  yield Buffer.from(end)
}

const sdn = sdnAdvanced([{ ticker: 'ETH', address: EVM }], 1)
const [head = '', rest = ''] = sdn.split('<DistinctParties>')
const party = /<DistinctParty FixedRef="0"><Comment>[^\n]*<FeatureVersion ID="2">[^\n]*/.exec(rest)?.[0] ?? ''

const LISTS = {
  sdn: () => around(`${head}<DistinctParties>`, `${party}\n`, rest),
  lines: () => around('', `# ${'a comment '.repeat(20)}\n`, EVM),
  oneLine: () => around('# ', 'x', `\n${EVM}`),
  csv: () => around('reason,address\n', '\n,\n  \n', `a,${EVM}\n`),
  oneCell: () => around('reason,address\n"', 'x, ', `",${EVM}\n`),
  oneElement: () => around('<a><b>', 'x ', `</b>${sdn.slice(sdn.indexOf('<Sanctions'))}</a>`),
}

for (const [name, open] of Object.entries(LISTS)) {
  const { addresses, unreadable, bytes } = await parseList(open(), { column: 'address' })
  process.stdout.write(`${JSON.stringify({ name, addresses, unreadable, bytes })}\n`)
}
