'use client'

import { createContext } from 'react'

/** The input that opened a lazily loaded dialog: `touch`, `mouse`, `pen`, or an empty string for the keyboard. */
export const OpeningInput = createContext('')
