// Talks to the sandbox's GitHub with the client that actions use; run as a process of its own, because that client
// is an ES module and the tests are not. Prints what it got as one line of JSON.
import { getOctokit } from '@actions/github';

const [baseUrl, repository, token, number, ref] = process.argv.slice(2);
const client = getOctokit(token, { baseUrl });
const [owner, repo] = repository.split('/');
const at = { owner, repo };
const pull = { ...at, issue_number: Number(number) };

const { viewer } = await client.graphql('query { viewer { login databaseId } }');
const made = await client.rest.issues.createComment({ ...pull, body: 'starting' });
const all = await client.paginate(client.rest.issues.listComments, { ...pull, per_page: 100 });
await client.rest.issues.updateComment({ ...at, comment_id: made.data.id, body: 'ready' });
const open = await client.paginate(client.rest.pulls.list, { ...at, state: 'open', per_page: 1 });
const { data: deployment } = await client.rest.repos.createDeployment({
  ...at,
  ref,
  environment: 'preview-7',
  transient_environment: true,
  auto_merge: false,
  required_contexts: [],
});
const { data: status } = await client.rest.repos.createDeploymentStatus({
  ...at,
  deployment_id: deployment.id,
  state: 'success',
  environment_url: 'https://public.lab.example/1',
});
const refusal = await client.rest.users
  .getAuthenticated()
  .catch(({ status, message }) => ({ status, message }));

console.log(
  JSON.stringify({
    viewer,
    comment: made.data.id,
    comments: all.length,
    ours: all.filter(({ user }) => user.login === viewer.login).map(({ id }) => id),
    open: open.map((each) => each.number),
    deployment: deployment.id,
    state: status.state,
    refusal,
  }),
);
