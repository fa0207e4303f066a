import { prepareDatabase } from '@/dev/prepare-database'
import type { AppEnvironment } from '@/dev/stack-parts'

// A separate process: the seed's verbs keep pools and the environment for the life of theirs.
const env: AppEnvironment = { BASE_URL: '', SLIPWAY_SECRET: '', ...process.env }
const { liveKey, businessId, platformWallets, solanaFeePayer } = await prepareDatabase({ env, chains: [] })
process.stdout.write(`\n${JSON.stringify({ liveKey, businessId, platformWallets, solanaFeePayer })}\n`)
process.exit(0)
