import { parseArgs } from 'node:util'
import { startSolana } from './start-solana'

// A local cluster as a separate process: --port, --chain-id, --state-file, --slot-ms and --web-socket.
const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    'chain-id': { type: 'string', default: '103' },
    'state-file': { type: 'string' },
    'web-socket': { type: 'boolean', default: false },
    'slot-ms': { type: 'string', default: '400' },
  },
})

try {
  const solana = await startSolana({
    port: Number(values.port),
    chainId: Number(values['chain-id']),
    stateFile: values['state-file'],
    slotMs: Number(values['slot-ms']),
    webSocket: values['web-socket'],
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void solana.stop().then(() => process.exit(0)))
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
