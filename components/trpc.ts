'use client'

import { createTRPCContext } from '@trpc/tanstack-react-query'
import type { AppRouter } from '@/registry/procedures'

const context = createTRPCContext<AppRouter>()

export const TRPCProvider = context.TRPCProvider
export const useTRPC = context.useTRPC
/** Calls outside the cache. */
export const useTRPCClient = context.useTRPCClient
