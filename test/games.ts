/** Before each test file: all games are loaded, as they are for a program that imports the library. */
import '../engine/registry/shipped.ts'
