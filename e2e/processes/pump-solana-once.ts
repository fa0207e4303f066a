import { runPump } from '@/server/testing/local-solana'

/** A separate worker process: one run of the engine on the database its environment names. */
process.stdout.write('pumping\n')
await runPump()
process.exit(0)
