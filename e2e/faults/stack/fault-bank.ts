import { findFreePort } from '@/dev/free-port'
import type { Bank } from '@/packages/sandbox-bank/bank'
import { type BankOptions, startBank } from '@/packages/sandbox-bank/serve-bank'

/** The sandbox bank of a run, which may be down for a while; what it knows it keeps. */
export type FaultBank = {
  url: string
  secret: string
  /** Its books: what was sent, whatever became of it here. */
  books: () => Bank
  down: () => Promise<void>
  up: () => Promise<void>
  close: () => Promise<void>
}

export async function startFaultBank(options: Omit<BankOptions, 'port'>): Promise<FaultBank> {
  // Its port stays its own while it is down.
  const port = await findFreePort()
  let running = await startBank({ ...options, port })
  let isUp = true
  const { url } = running
  const down = async () => {
    if (!isUp) return
    isUp = false
    await running.close()
  }
  return {
    url,
    secret: options.secret,
    books: () => running.bank,
    down,
    async up() {
      if (isUp) return
      running = await startBank({ ...options, port })
      isUp = true
    },
    close: down,
  }
}
