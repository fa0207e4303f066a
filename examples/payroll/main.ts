import { readFile } from 'node:fs/promises'
import { createClient } from '@slipway/sdk'
import { readEnv } from '../read-env'
import { runPayroll } from './payroll'

const { SLIPWAY_API_KEY, SLIPWAY_BASE_URL, FROM, TOKEN } = readEnv(
  'SLIPWAY_API_KEY',
  'SLIPWAY_BASE_URL',
  'FROM',
  'TOKEN',
)
const [file] = process.argv.slice(2)
if (!file) {
  console.error('Name the CSV file: npx tsx examples/payroll/main.ts payroll.csv')
  process.exit(2)
}

const payments = await runPayroll(await readFile(file, 'utf8'), {
  slipway: createClient({ apiKey: SLIPWAY_API_KEY, baseUrl: SLIPWAY_BASE_URL }),
  from: FROM,
  chainId: 84_532,
  tokenAddress: TOKEN,
})
console.table(payments)
process.exitCode = payments.some(({ error }) => error !== null) ? 1 : 0
