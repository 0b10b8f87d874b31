// Runs on request only (`suite.json`): in about every third run the tree does not list the session within a minute.
import { followedTests } from '../agents/followedTests.ts';

followedTests('codex');
