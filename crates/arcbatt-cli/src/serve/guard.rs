//! Who may ask: only requests with the token, to this address, from pages of this address.
//!
//! The token keeps other users of the machine out. The Host and the Origin keep out pages of other
//! sites that a browser has open: their requests have another Origin, or, after a change of their
//! name's address, another Host.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::SocketAddr;
use std::sync::Arc;

/// The address and the token.
#[derive(Clone)]
pub struct Guard(Arc<Inner>);

struct Inner {
    address: SocketAddr,
    token: String,
}

/// What a page may do: run its own code and the engine, and talk to this server only.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; \
    worker-src blob:; style-src 'unsafe-inline'; img-src data: blob:; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

impl Guard {
    /// A guard with a random token.
    pub fn new(address: SocketAddr) -> Result<Self, getrandom::Error> {
        let mut bytes = [0u8; 16];
        getrandom::fill(&mut bytes)?;
        let token = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self(Arc::new(Inner { address, token })))
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        let Inner { address, token } = &*self.0;
        format!("http://{address}/?token={token}")
    }

    /// Why a request is refused, if it is.
    fn refusal(&self, uri: &Uri, headers: &HeaderMap) -> Option<&'static str> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        if !text(header::HOST).is_some_and(|host| self.is_own(host)) {
            return Some("this address is not the one that `arcbatt serve` printed");
        }
        let origin = headers.get(header::ORIGIN).map(|value| value.to_str().ok());
        let is_own = |origin: &str| {
            origin
                .strip_prefix("http://")
                .is_some_and(|host| self.is_own(host))
        };
        if origin.is_some_and(|origin| !origin.is_some_and(is_own)) {
            return Some("requests from other sites are refused");
        }
        let token = uri.query().unwrap_or_default().split('&');
        let token = token.filter_map(|pair| pair.strip_prefix("token=")).next();
        if !token.is_some_and(|token| is_equal(token, &self.0.token)) {
            return Some(
                "the token is missing or wrong: use the address that `arcbatt serve` printed",
            );
        }
        None
    }

    /// Whether a host with its port is this server.
    fn is_own(&self, host: &str) -> bool {
        let address = self.0.address;
        let local = format!("localhost:{}", address.port());
        host == address.to_string() || (address.ip().is_loopback() && host == local)
            // Listening everywhere: any address of this machine, but never a name.
            || (address.ip().is_unspecified()
                && host.parse::<SocketAddr>().is_ok_and(|host| host.port() == address.port()))
    }
}

/// Compares in a time that does not depend on where the texts differ.
fn is_equal(a: &str, b: &str) -> bool {
    let different = a
        .bytes()
        .zip(b.bytes())
        .fold(0, |all, (a, b)| all | (a ^ b));
    a.len() == b.len() && different == 0
}

/// Refuses requests, or answers them with headers that keep the page to itself.
pub async fn check(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = match guard.refusal(request.uri(), request.headers()) {
        Some(why) => (StatusCode::FORBIDDEN, format!("refused: {why}\n")).into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // The address has the token.
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, header::HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(path: &str, headers: &[(&str, &str)]) -> Option<&'static str> {
        let address = "127.0.0.1:8000".parse().unwrap();
        let guard = Guard(Arc::new(Inner {
            address,
            token: "secret".to_owned(),
        }));
        let headers = headers.iter().map(|(name, value)| {
            let name = header::HeaderName::from_bytes(name.as_bytes()).unwrap();
            (name, value.parse().unwrap())
        });
        guard.refusal(&path.parse().unwrap(), &headers.collect())
    }

    #[test]
    fn only_the_own_page_with_the_token_may_ask() {
        let host = ("host", "127.0.0.1:8000");
        assert_eq!(refusal("/?token=secret", &[host]), None);
        assert_eq!(
            refusal("/?a=b&token=secret", &[("host", "localhost:8000")]),
            None
        );
        let own = ("origin", "http://127.0.0.1:8000");
        assert_eq!(refusal("/?token=secret", &[host, own]), None);
        for path in [
            "/",
            "/?token=",
            "/?token=Secret",
            "/?token=secretsecret",
            "/?nottoken=secret",
        ] {
            assert!(refusal(path, &[host]).is_some(), "{path}");
        }
        for other in [
            "evil.example:8000",
            "127.0.0.1",
            "127.0.0.1:80",
            "localhost",
            "",
        ] {
            assert!(
                refusal("/?token=secret", &[("host", other)]).is_some(),
                "{other}"
            );
        }
        assert!(refusal("/?token=secret", &[]).is_some());
        for origin in [
            "http://evil.example",
            "null",
            "https://127.0.0.1:8000",
            "http://127.0.0.1:80",
        ] {
            assert!(
                refusal("/?token=secret", &[host, ("origin", origin)]).is_some(),
                "{origin}"
            );
        }
    }
}
