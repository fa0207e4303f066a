import { runPump } from '@/server/testing/local-solana'

/** A worker process of its own: one run of the engine on the database its environment names. */
process.stdout.write('pumping\n')
await runPump()
process.exit(0)
