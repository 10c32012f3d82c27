<?php
// What the Laravel example uses of Laravel, over PHP's own streams.
namespace Illuminate\Http\Client {
    final class ConnectionException extends \Exception {}

    final class RequestException extends \Exception
    {
        public function __construct(public Response $response)
        {
            parent::__construct("status {$response->status()}: {$response->body()}");
        }
    }

    final class Response
    {
        public function __construct(private int $status, private string $body) {}
        public function status(): int { return $this->status; }
        public function body(): string { return $this->body; }
        public function json(string $key): mixed { return json_decode($this->body, true)[$key]; }
        public function throw(): self { return $this->status >= 400 ? throw new RequestException($this) : $this; }
    }

    final class PendingRequest
    {
        private array $headers = ['Content-Type: application/json'];
        private int $timeout = 30;
        private array $retry = [1, 0, null];
        public function __construct(private string $base) {}
        public function withToken(string $token): self { $this->headers[] = "Authorization: Bearer $token"; return $this; }
        public function accept(string $type): self { $this->headers[] = "Accept: $type"; return $this; }
        public function timeout(int $seconds): self { $this->timeout = $seconds; return $this; }
        public function retry(int $times, int $milliseconds, callable $when): self { $this->retry = [$times, $milliseconds, $when]; return $this; }

        public function post(string $path, array $body): Response
        {
            [$times, $milliseconds, $when] = $this->retry;
            for ($try = 1; ; $try++) {
                try {
                    return $this->once($path, $body)->throw();
                } catch (ConnectionException|RequestException $problem) {
                    if ($try >= $times || !$when($problem)) throw $problem;
                    usleep($milliseconds * 1000);
                }
            }
        }

        private function once(string $path, array $body): Response
        {
            $http = ['method' => 'POST', 'header' => $this->headers, 'content' => json_encode($body), 'timeout' => $this->timeout, 'ignore_errors' => true];
            $answer = file_get_contents($this->base . $path, false, stream_context_create(['http' => $http]));
            if ($answer === false) throw new ConnectionException('no answer');
            return new Response((int) explode(' ', $http_response_header[0])[1], $answer);
        }
    }
}

namespace Illuminate\Support\Facades {
    final class Http
    {
        public static function baseUrl(string $url): \Illuminate\Http\Client\PendingRequest { return new \Illuminate\Http\Client\PendingRequest($url); }
    }
}

namespace {
    function config(string $key): string
    {
        return getenv(['services.platen.url' => 'SERVICE', 'services.platen.token' => 'TOKEN'][$key]);
    }
}
