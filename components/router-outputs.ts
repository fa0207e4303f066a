import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '@/server/trpc/root'

/** What each procedure answers, by name: `RouterOutputs['wallets']['list']`. */
export type RouterOutputs = inferRouterOutputs<AppRouter>
