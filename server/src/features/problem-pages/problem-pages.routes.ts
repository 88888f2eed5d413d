import { isProblemCode } from '@kerb/domain/kernel/problem-types.ts';
import { answerPage, problemsAsPages, textIn } from '@kerb/server/features/login-pages/page.ts';
import { problemPage, problemsPage, unknownProblemPage } from '@kerb/server/features/problem-pages/problem-page.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { App } from '@kerb/server/platform/http/mount.ts';

/** The pages to which the `type` of a problem leads. For everybody: they tell nothing about anybody. */
export function problemPageRoutes(app: App, deps: Deps): void {
  const page = problemsAsPages(deps);
  app.get('/problems', page, (_request, reply) => answerPage(reply, deps, problemsPage()));
  app.get('/problems/:code', page, (request, reply) => {
    const code = textIn(request.params, 'code');
    return answerPage(reply, deps, isProblemCode(code) ? problemPage(code) : unknownProblemPage());
  });
}
