'use client'

import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { ReactNode } from 'react'
import { DataProvider } from './data-provider'
import { Toaster } from './ui/toaster'

/** The providers of both consoles: data, filters and pages in the URL, and toasts. */
export function ConsoleProviders({ children }: { children: ReactNode }) {
  // Each change of a filter or page adds to the browser history, so Back returns to the previous one.
  return (
    <NuqsAdapter defaultOptions={{ history: 'push' }}>
      <DataProvider>{children}</DataProvider>
      <Toaster />
    </NuqsAdapter>
  )
}
