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
  let running = await startBank(options)
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
      running = await startBank({ ...options, port: Number(new URL(url).port) })
      isUp = true
    },
    close: down,
  }
}
