export function* controlCalls() {}
