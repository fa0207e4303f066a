import { runEngine } from '@/server/testing/local-solana'

/** A separate worker process: one run of the engine on the database its environment names. */
process.stdout.write('running\n')
await runEngine()
process.exit(0)
