import './globals.css'
import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { fontVariables } from '@/components/fonts/fonts'
import { Providers } from '@/components/layout/providers'

export const metadata: Metadata = {
  title: { default: 'Slipway', template: '%s · Slipway' },
  description: 'Wallets, transfers, payments, events and tokenized assets behind one API.',
  robots: { index: false, follow: false },
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#0c2738' },
    { media: '(prefers-color-scheme: dark)', color: '#030a11' },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Set per request where the Content-Security-Policy is sent; absent when the policy needs none.
  const nonce = (await headers()).get('x-nonce') ?? undefined
  return (
    <html lang="en" className={fontVariables} suppressHydrationWarning>
      <body>
        <Providers nonce={nonce}>{children}</Providers>
      </body>
    </html>
  )
}
