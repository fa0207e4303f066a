'use client'

import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { ThemeProvider } from 'next-themes'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { ReactNode } from 'react'
import { Toaster } from '@/components/ui/toaster'
import { useHeldEnterGuard } from '@/components/ui/use-held-enter-guard'

type ProvidersProps = { nonce?: string; children: ReactNode }

/**
 * The providers that every page has: theme, URL state, tooltips, toasts and the guard against a held Enter. Data
 * providers belong to the pages' own layouts.
 */
export function Providers({ nonce, children }: ProvidersProps) {
  useHeldEnterGuard()
  // Each change of a filter or page adds to the browser history, so Back returns to the previous one.
  return (
    <CSPProvider nonce={nonce}>
      <ThemeProvider attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange nonce={nonce}>
        <NuqsAdapter defaultOptions={{ history: 'push' }}>
          <Tooltip.Provider delay={300}>
            <div className="app-root">{children}</div>
          </Tooltip.Provider>
          <Toaster />
        </NuqsAdapter>
      </ThemeProvider>
    </CSPProvider>
  )
}
