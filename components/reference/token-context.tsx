'use client'

import { createContext, type ReactNode, useContext, useState } from 'react'
import type { Token } from './obtain-token'

type TokenState = { token: Token | null; setToken: (token: Token | null) => void }

const TokenContext = createContext<TokenState>({ token: null, setToken: () => {} })

/** Holds the reader's token for the forms of this page: in memory only, gone with the page. */
export function TokenProvider({ children }: { children: ReactNode }) {
  const [token, setToken] = useState<Token | null>(null)
  return <TokenContext value={{ token, setToken }}>{children}</TokenContext>
}

export function useToken(): TokenState {
  return useContext(TokenContext)
}
