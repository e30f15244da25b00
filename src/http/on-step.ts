/** Told how far long work is: what is being done and, where that is counted, how many of how many. Must be quick: it is told often. */
export type OnStep = (doing: string, done?: number, of?: number) => void;
