/** The public face of evenhand as a library. */
export {}
