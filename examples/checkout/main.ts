import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createClient } from '@slipway/sdk'
import { readEnv } from '../read-env'
import { createCheckout } from './checkout'

const PORT = 3001
const { SLIPWAY_API_KEY, SLIPWAY_BASE_URL, WEBHOOK_SECRET, TREASURY, TOKEN } = readEnv(
  'SLIPWAY_API_KEY',
  'SLIPWAY_BASE_URL',
  'WEBHOOK_SECRET',
  'TREASURY',
  'TOKEN',
)

const checkout = createCheckout({
  slipway: createClient({ apiKey: SLIPWAY_API_KEY, baseUrl: SLIPWAY_BASE_URL }),
  webhookSecret: WEBHOOK_SECRET,
  chainId: 84_532,
  token: { address: TOKEN, decimals: 6 },
  treasury: TREASURY,
})
await checkout.start('10')
await checkout.catchUp()

createServer(async (request, response) => {
  const [, room, customer = ''] = (request.url ?? '').split('/')
  if (request.method === 'POST' && room === 'hook') {
    // The bytes as they came: a parsed body has another signature.
    response.writeHead(await checkout.receive({ body: await buffer(request), headers: request.headers })).end()
    return
  }
  if (room !== 'customers' || customer === '') return void response.writeHead(404).end()
  const answer =
    request.method === 'POST'
      ? { address: await checkout.openAccount(customer) }
      : { paidUnits: String(checkout.paidBy(customer)) }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
}).listen(PORT, () => console.log(`The checkout listens on http://localhost:${PORT}`))
