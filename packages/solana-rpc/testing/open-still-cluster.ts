import { afterEach, beforeEach } from 'vitest'
import { findFreePort } from '@/dev/free-port'
import { type RunningSolana, startSolana } from '../start-solana'
import { connectTest, type TestClient } from './connect-test'

/** A cluster for each test of a file. Its clock stands still, so that every test decides when a slot ends. */
export function openStillCluster() {
  let solana: RunningSolana
  let client: TestClient
  beforeEach(async () => {
    solana = await startSolana({ port: await findFreePort(), slotMs: 0 })
    client = connectTest(solana.rpcUrl)
  })
  afterEach(() => solana.stop())
  return {
    get solana() {
      return solana
    },
    get client() {
      return client
    },
    get connection() {
      return client.connection
    },
  }
}
