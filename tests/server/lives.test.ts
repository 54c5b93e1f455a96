import { testLives } from '../support/lives/property.ts'

testLives(1)
