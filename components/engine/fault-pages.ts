import { paths } from '@/components/paths'
import type { FaultPage } from '@/schemas/alarms/words'

/** The pages above which faults of work show. */
export const FAULT_PAGES = {
  lanes: paths.lanes,
  chains: paths.chains,
  networks: paths.networks,
  'deposit-tokens': paths.depositTokens,
  providers: paths.providers,
  screening: paths.platformScreening,
  alarms: paths.alarms,
  mail: paths.mail,
} satisfies Record<FaultPage, string>

/** Whether faults of work show at this address. */
export function isFaultPage(path: string): boolean {
  return Object.values(FAULT_PAGES).some((page) => path.startsWith(page))
}
